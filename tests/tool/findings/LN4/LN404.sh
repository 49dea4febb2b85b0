# HOME is not the home folder in /etc/passwd.
mkdir -p "$root/scratch/user"
: >"$root/scratch/user/.nccl.conf"
environment="HOME=/scratch/user"
expect '\] NCCL.*/home/user/\.nccl\.conf$'
expect '^ +~/\.nccl\.conf.*\$HOME.*2\.30\.3'
