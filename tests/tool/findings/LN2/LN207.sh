# libibverbs1 is installed without ibverbs-providers.
rm "$root/etc/libibverbs.d/mlx5.driver"
