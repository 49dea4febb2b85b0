# LD_LIBRARY_PATH=$LD_LIBRARY_PATH:/x was run while the variable was unset.
environment="LD_LIBRARY_PATH=:/opt/lib"
