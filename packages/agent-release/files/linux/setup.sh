# What every package of the agent does on Linux. No step needs systemd to run: in an image that is being built it does not.
setup_user() {
  getent group scout-agent >/dev/null || groupadd --system scout-agent
  getent passwd scout-agent >/dev/null ||
    useradd --system --gid scout-agent --home-dir /var/lib/scout-agent --no-create-home \
      --shell /usr/sbin/nologin --comment 'Scout agent' scout-agent
  # The journal, and log files that belong to adm.
  for group in systemd-journal adm; do
    if getent group "$group" >/dev/null; then usermod --append --groups "$group" scout-agent; fi
  done
  install -d -o scout-agent -g scout-agent -m 0700 /var/lib/scout-agent
  chown root:scout-agent /etc/scout-agent
  chmod 0750 /etc/scout-agent
}

# Takes up what a package with a configuration brought along.
provision() {
  if [ -e /etc/scout-agent/enrolment.json ]; then /opt/scout-agent/packaged/scout-agent provision; fi
}

running_systemd() { [ -d /run/systemd/system ]; }

enable_units() {
  # What is installed by hand is judged by whoever did it.
  rm -f /opt/scout-agent/pending.json
  if command -v systemctl >/dev/null; then
    systemctl enable --quiet scout-agent.service scout-agent-upgrade.path || true
  fi
  if running_systemd; then
    systemctl daemon-reload
    systemctl restart scout-agent-upgrade.path scout-agent.service || true
  fi
}

disable_units() {
  if running_systemd; then
    systemctl stop scout-agent-upgrade.path scout-agent.service || true
  fi
  if command -v systemctl >/dev/null; then
    systemctl disable --quiet scout-agent.service scout-agent-upgrade.path || true
  fi
}

# Versions that the agent upgraded itself to belong to no package.
remove_upgrades() {
  for name in releases .incoming pending.json release-key.pem lock; do rm -rf "/opt/scout-agent/$name"; done
}

remove_everything() {
  rm -rf /etc/scout-agent /var/lib/scout-agent
  if getent passwd scout-agent >/dev/null; then userdel scout-agent || true; fi
  if getent group scout-agent >/dev/null; then groupdel scout-agent || true; fi
}
