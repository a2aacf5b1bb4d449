import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Sender } from '../config/mailAddress.ts';
import { compose } from './compose.ts';
import type { Delivery } from './delivery.ts';

/** Folder of the data directory for mails without a mail server. */
export const outboxOf = (dataDir: string) => join(dataDir, 'outbox');

/** Writes each mail to a separate file, `<job id>.eml`, readable only by this user. A mail sent twice is one file. */
export function createOutbox(dataDir: string, from: Sender): Delivery {
  const folder = outboxOf(dataDir);
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async deliver(message) {
      const { message: bytes } = await composer.sendMail(compose(message, from));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = join(folder, `${message.id}.eml`);
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(bytes as Buffer);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    close: () => composer.close(),
  };
}
