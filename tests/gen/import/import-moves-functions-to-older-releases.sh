# A function that an older release already exports moves there, in any order of reading.
release 1.0.3
import 0
changed '< "1.1.0" = """
> "1.0.3" = """'
