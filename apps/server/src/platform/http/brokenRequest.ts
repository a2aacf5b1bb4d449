import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { errors } from '@scout/contract';

/** Node's error, with the invalid bytes. */
interface BrokenRequest extends NodeJS.ErrnoException {
  readonly rawPacket?: unknown;
}

/** Responds to invalid or incomplete HTTP requests, and closes the connection. */
export function answerBrokenRequest(error: BrokenRequest, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf(error.code);
  const body = JSON.stringify({ code: 'invalid_input', message: errors.invalid_input.message });
  // The available bytes may not be the request's first; an undetected HEAD only costs its sender the connection.
  const isHead = Buffer.isBuffer(error.rawPacket) && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${isHead ? '' : body}`,
  );
}

function statusOf(code: string | undefined): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408;
  if (code === 'HPE_HEADER_OVERFLOW') return 431;
  return 400;
}
