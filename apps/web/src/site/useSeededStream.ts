import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  createStream,
  type Stream,
  type StreamPage,
  type StreamRules,
} from '../screens/dashboard/demo/stream.ts';

const thisPage: StreamPage = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

/** Generated figures of this page that go on while `running`, and the stream they come from. */
export function useSeededStream<T>(rules: StreamRules<T>, running: boolean): [T, Stream<T>] {
  const [stream] = useState(() => {
    const made = createStream(rules, thisPage);
    made.setRunning(false);
    return made;
  });
  useEffect(() => {
    stream.setRunning(running);
    return () => stream.setRunning(false);
  }, [stream, running]);
  return [useSyncExternalStore(stream.subscribe, stream.get, stream.get), stream];
}
