# A folder of the one who set it.
environment="LD_LIBRARY_PATH=/opt/lib:../lib"
expect '\] LD_LIBRARY_PATH'
