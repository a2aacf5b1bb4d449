#!/bin/sh
# Real logons on a machine: journal, syslog, sshd and su run in a separate mount namespace, so that nothing outside
# changes. Usage: unshare --mount sh live.sh FOLDER PORT AGENT-COMMAND…   (as root; FOLDER holds hostkey, key and key.pub)
set -eu
folder=$1 port=$2
shift 2

mount --make-rprivate /
mkdir "$folder/dev" "$folder/lib"
mount -t tmpfs tmpfs "$folder/dev"
for device in null zero random urandom tty full; do
  : > "$folder/dev/$device"
  mount --bind "/dev/$device" "$folder/dev/$device"
done
mkdir "$folder/dev/pts" "$folder/dev/shm"
mount --bind /dev/pts "$folder/dev/pts"
ln -s pts/ptmx "$folder/dev/ptmx"
ln -s /proc/self/fd "$folder/dev/fd"
ln -s /run/systemd/journal/dev-log "$folder/dev/log"
mount --rbind "$folder/dev" /dev
mount -t tmpfs tmpfs /run
mkdir -p /run/sshd /run/systemd/journal /run/log/journal

cat > "$folder/rsyslog.conf" <<CONF
global(workDirectory="$folder/lib")
module(load="imuxsock" SysSock.Use="off")
input(type="imuxsock" Socket="/run/systemd/journal/syslog")
if \$syslogfacility-text == 'auth' or \$syslogfacility-text == 'authpriv' then {
  action(type="omfile" file="$folder/auth.log" template="RSYSLOG_TraditionalFileFormat")
  action(type="omfile" file="$folder/secure" template="RSYSLOG_FileFormat")
}
CONF
/usr/sbin/rsyslogd -n -f "$folder/rsyslog.conf" -i "$folder/rsyslog.pid" & syslog=$!
/lib/systemd/systemd-journald > "$folder/journald.out" 2>&1 & journal=$!
until [ -S /run/systemd/journal/dev-log ] && [ -S /run/systemd/journal/syslog ]; do sleep 0.1; done
/usr/sbin/sshd -D -p "$port" -f /dev/null -h "$folder/hostkey" -o ListenAddress=127.0.0.1 -o PidFile=none \
  -o AuthorizedKeysFile="$folder/key.pub" -o StrictModes=no -o PermitRootLogin=prohibit-password & sshd=$!
trap 'kill $sshd $journal $syslog 2>/dev/null || true' EXIT

shell() {
  ssh -p "$port" -F /dev/null -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o BatchMode=yes \
    -o LogLevel=ERROR -o ConnectTimeout=10 "$@"
}
# Waits until both logs have a line that matches.
logged() {
  until grep -q "$1" "$folder/secure" 2>/dev/null && journalctl --quiet --no-pager | grep -q "$1"; do sleep 0.1; done
}
until shell -i "$folder/key" root@127.0.0.1 true 2>> "$folder/ssh.out"; do sleep 0.2; done
shell -o PubkeyAuthentication=no svc.nosuch@127.0.0.1 true 2>> "$folder/ssh.out" || true
# sshd may write the refusal after its client has ended.
logged 'invalid user svc.nosuch .*\[preauth\]'
su -s /bin/sh nobody -c true
su -s /bin/sh nobody -c 'echo wrong | su root -c true' 2>> "$folder/ssh.out" || true
# Any process that can write to the log can write this.
su -s /bin/sh nobody -c 'logger -p auth.info -t sshd "Accepted password for svc.forged from 192.0.2.200 port 1 ssh2"'
logged svc.forged

"$@"
