# A folder relative to the user's.
environment="LD_LIBRARY_PATH=/opt/lib:../lib"
