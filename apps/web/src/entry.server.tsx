import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import { renderToPipeableStream, renderToString } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { IslandRenderer } from './site/Island.tsx';

/** Renders a document during the build and in `npm run dev`: the public pages, and the shell of the application. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { pipe } = renderToPipeableStream(
      <IslandRenderer value={(island, identifierPrefix) => renderToString(island, { identifierPrefix })}>
        <ServerRouter context={context} url={request.url} />
      </IslandRenderer>,
      {
        onAllReady() {
          const body = new PassThrough();
          headers.set('content-type', 'text/html; charset=utf-8');
          resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
          pipe(body);
        },
        // A page that cannot be rendered fails the build.
        onError: reject,
      },
    );
  });
}
