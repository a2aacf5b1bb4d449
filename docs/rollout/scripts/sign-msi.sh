#!/bin/sh
# Signs an .msi in place with your certificate: npm run build:agents -- --sign-msi docs/rollout/scripts/sign-msi.sh
# SCOUT_SIGN_PFX is the file with certificate and key, SCOUT_SIGN_PASSWORD_FILE the file with its password,
# SCOUT_SIGN_TIME the address of a time stamp service (none: without a time stamp).
set -e
osslsigncode sign -pkcs12 "$SCOUT_SIGN_PFX" -readpass "$SCOUT_SIGN_PASSWORD_FILE" -h sha256 \
  -n 'Scout Agent' ${SCOUT_SIGN_TIME:+-ts "$SCOUT_SIGN_TIME"} -in "$1" -out "$1.signed"
mv "$1.signed" "$1"
