import { type DemoDetection, demoDetections } from '@scout/detection/demo';
import { useEffect, useState } from 'react';
import { useSeededStream } from '../../../../site/useSeededStream.ts';
import { detectionRules } from '../../../dashboard/demo/streams.ts';

/**
 * Seeded detections that go on while `running` (specification section 4).
 * @param now epoch ms of the prerendered list, shown until the browser's clock has taken over
 */
export function useDetections(seed: number, now: number, running: boolean): DemoDetection[] {
  const [isLive, setIsLive] = useState(false);
  useEffect(() => setIsLive(true), []);
  const [prerendered] = useState(() => demoDetections(seed, now));
  const [live] = useSeededStream(detectionRules(seed), running);
  return isLive ? live : prerendered;
}
