import type { DemoDetection, DemoInteractiveLogons } from '@scout/detection/demo';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { demoSeed } from '../../../demo/demoMode.ts';
import { createStream, type Stream, thisPage } from '../../../demo/stream.ts';
import {
  detectionRules,
  type FailedLogonMoment,
  failedLogonRules,
  interactiveLogonRules,
} from './demoStreams.ts';

interface Demo {
  seed: number;
  detections: Stream<DemoDetection[]>;
  interactiveLogons: Stream<DemoInteractiveLogons>;
  failedLogons: Stream<FailedLogonMoment>;
  /** True while the person has paused the figures. */
  paused: boolean;
  setPaused: (paused: boolean) => void;
}

const DemoContext = createContext<Demo | null>(null);

function createDemo() {
  const seed = demoSeed(localStorage, () => crypto.getRandomValues(new Uint32Array(1))[0]! % 1_000_000_000);
  return {
    seed,
    detections: createStream(detectionRules(seed), thisPage),
    interactiveLogons: createStream(interactiveLogonRules(seed), thisPage),
    failedLogons: createStream(failedLogonRules, thisPage),
  };
}

/** The generated figures of demo mode, shared by its pages. Makes no requests. */
export function DemoProvider({ children }: { children: ReactNode }) {
  const [demo] = useState(createDemo);
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    for (const stream of [demo.detections, demo.interactiveLogons]) stream.setRunning(!paused);
  }, [demo, paused]);
  return <DemoContext value={{ ...demo, paused, setPaused }}>{children}</DemoContext>;
}

/** The figures of demo mode; only inside its pages. */
export function useDemo(): Demo {
  const demo = use(DemoContext);
  if (demo === null) throw new Error('useDemo must be inside a DemoProvider');
  return demo;
}
