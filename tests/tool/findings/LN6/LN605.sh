# The topology of another machine.
cat >"$root/etc/topo.xml" <<'END'
<system version="1">
  <cpu numaid="0"><pci busid="0000:ff:00.0" class="0x030200"><gpu dev="0"/></pci></cpu>
</system>
END
environment="NCCL_TOPO_FILE=/etc/topo.xml"
expect '\] /etc/topo\.xml'
