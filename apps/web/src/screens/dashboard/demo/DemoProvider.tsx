import type { DemoDetection, DemoInteractiveLogons } from '@scout/detection/demo';
import { createContext, type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react';
import { demoSeed } from '../../../session/demoMode.ts';
import { createStream, type Stream, type StreamPage } from './stream.ts';
import {
  detectionRules,
  type FailedLogonMoment,
  failedLogonRules,
  interactiveLogonRules,
} from './streams.ts';

interface Demo {
  seed: number;
  detections: Stream<DemoDetection[]>;
  interactiveLogons: Stream<DemoInteractiveLogons>;
  failedLogons: Stream<FailedLogonMoment>;
  /** Whether the person has stopped the figures to read them. */
  paused: boolean;
  setPaused: (paused: boolean) => void;
}

const DemoContext = createContext<Demo | null>(null);

const thisPage: StreamPage = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};

function createDemo() {
  const seed = demoSeed(localStorage, () => crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000_000);
  return {
    seed,
    detections: createStream(detectionRules(seed), thisPage),
    interactiveLogons: createStream(interactiveLogonRules(seed), thisPage),
    failedLogons: createStream(failedLogonRules, thisPage),
  };
}

/** The generated figures of demo mode: one story for all its pages. Nothing here asks the server. */
export function DemoProvider({ children }: { children: ReactNode }) {
  const [demo] = useState(createDemo);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    for (const stream of [demo.detections, demo.interactiveLogons]) stream.setRunning(!paused);
  }, [demo, paused]);
  return <DemoContext value={{ ...demo, paused, setPaused }}>{children}</DemoContext>;
}

/** The demo's figures; only inside its pages. */
export function useDemo(): Demo {
  const demo = use(DemoContext);
  if (demo === null) throw new Error('useDemo is for the pages of demo mode');
  return demo;
}

/** The present value of a stream, as it goes on. */
export function useStream<T>(stream: Stream<T>): T {
  return useSyncExternalStore(stream.subscribe, stream.get);
}
