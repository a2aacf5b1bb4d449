import { type UpdateKind, updateKinds } from '@scout/contract';
import { createParser } from 'eventsource-parser';

const isKind = (name: string | undefined): name is UpdateKind => updateKinds.some((kind) => kind === name);

/**
 * Reads a stream of server-sent events to its end. `onPiece` is called for all data, including heartbeats; events of unknown kinds are
 * ignored.
 */
export async function readUpdates(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onUpdate: (kind: UpdateKind) => void,
  onPiece: () => void,
): Promise<void> {
  const parser = createParser({
    onEvent: ({ event }) => {
      if (isKind(event)) onUpdate(event);
    },
  });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onPiece();
    parser.feed(value);
  }
}
