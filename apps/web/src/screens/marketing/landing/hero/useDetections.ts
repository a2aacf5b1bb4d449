import {
  type DemoDetection,
  demoDetectionDelay,
  demoDetections,
  nextDemoDetections,
} from '@scout/detection/demo';
import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Seeded detections that go on while `running`: a new one every 1 to 3 seconds (specification section 4).
 * @param now epoch ms of the prerendered list; replaced by the browser's clock once it runs
 */
export function useDetections(seed: number, now: number, running: boolean): DemoDetection[] {
  const [list, setList] = useState(() => ({ live: false, detections: demoDetections(seed, now) }));

  const next = useEffectEvent((moment: number) =>
    setList(({ live, detections }) => ({
      live: true,
      detections: live ? nextDemoDetections(detections, seed, moment) : demoDetections(seed, moment),
    })),
  );

  useEffect(() => {
    if (!running) return;
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      next(Date.now());
      timer = setTimeout(tick, demoDetectionDelay(seed, Date.now()));
    };
    tick();
    return () => clearTimeout(timer);
  }, [running, seed]);

  return list.detections;
}
