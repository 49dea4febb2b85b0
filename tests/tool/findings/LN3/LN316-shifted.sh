# The plugin's struct has no regIsGlobal, so that every later member is somewhere else.
. "$SOURCE/tests/tool/findings/misbehaves.sh"
misbehaves -DVERSION=8 -DFAULT_SHIFTED
expect '^ +v8, start, getProperties: device 0 has regIsGlobal 100000, speed 0: the struct looks shifted; compile with NCCL.s own net_v8\.h, or with lazynccl_net\.h$'
