# Installation steps of every Linux package of the agent. None requires a running systemd, so that they work in an image build.
setup_user() {
  getent group scout-agent >/dev/null || groupadd --system scout-agent
  getent passwd scout-agent >/dev/null ||
    useradd --system --gid scout-agent --home-dir /var/lib/scout-agent --no-create-home \
      --shell /usr/sbin/nologin --comment 'Scout agent' scout-agent
  # Access to the journal and to log files of the group adm.
  for group in systemd-journal adm; do
    if getent group "$group" >/dev/null; then usermod --append --groups "$group" scout-agent; fi
  done
  install -d -o scout-agent -g scout-agent -m 0700 /var/lib/scout-agent
  chown root:scout-agent /etc/scout-agent
  chmod 0750 /etc/scout-agent
}

# Installs the configuration included in a package.
provision() {
  if [ -e /etc/scout-agent/enrolment.json ]; then /opt/scout-agent/packaged/scout-agent provision; fi
}

running_systemd() { [ -d /run/systemd/system ]; }

enable_units() {
  # A manual installation is verified by the person who installs it.
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

# Versions installed by the agent's own upgrades belong to no package.
remove_upgrades() {
  for name in releases .incoming pending.json release-key.pem lock; do rm -rf "/opt/scout-agent/$name"; done
}

remove_everything() {
  rm -rf /etc/scout-agent /var/lib/scout-agent
  if getent passwd scout-agent >/dev/null; then userdel scout-agent || true; fi
  if getent group scout-agent >/dev/null; then groupdel scout-agent || true; fi
}
