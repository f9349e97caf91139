#!/bin/bash
# Runs as the first process of new namespaces. Makes the folder a system of its own, and becomes its systemd.
set -euo pipefail
cd "$1"
mount --make-rprivate /
mount --rbind "$PWD" "$PWD"
cd "$PWD"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
for folder in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs "$folder"; done
chmod 1777 tmp
for device in null zero full random urandom tty; do
  touch "dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
touch dev/console
# systemd needs a hierarchy of groups. Without one that counts processes, nothing is limited.
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
mkdir sys/fs/cgroup/systemd
mount -t cgroup -o none,name=systemd cgroup sys/fs/cgroup/systemd
exec env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin \
  chroot . /lib/systemd/systemd --log-target=console --show-status=no --unit=multi-user.target
