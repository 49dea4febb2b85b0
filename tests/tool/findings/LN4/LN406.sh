# A misspelt setting of lazynccl.
environment="LAZYNCCL_LIBPTH=/x LAZYNCCL_STRICT=1"
