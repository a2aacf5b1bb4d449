import http from 'node:http';
import https from 'node:https';

/** Health check of a container: exit code 0 if its server takes requests, otherwise 1. */
const { PORT, SCOUT_TLS_CERT_FILE } = process.env;
const { get } = SCOUT_TLS_CERT_FILE ? https : http;
const request = get(
  // The certificate is for the public name, not for this address.
  { host: '127.0.0.1', port: PORT, path: '/readyz', timeout: 4_000, rejectUnauthorized: false },
  ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1),
);
request.on('timeout', () => request.destroy(new Error('no answer')));
request.on('error', () => process.exit(1));
