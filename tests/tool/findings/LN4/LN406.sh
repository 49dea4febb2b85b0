# A misspelt setting of lazynccl.
environment="LAZYNCCL_LIBPTH=/x LAZYNCCL_STRICT=1"
expect '\] LAZYNCCL_LIBPTH is not a setting of lazynccl$'
expect 'help: did you mean LAZYNCCL_LIBPATH\?$'
expect '^1 warning; '
