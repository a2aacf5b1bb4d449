import type { Extractor } from './event.ts';
import { createLineExtractor } from './lines.ts';
import type { Layout } from './sniff.ts';
import { createXmlExtractor } from './xml.ts';

/** A reader of events for a log of `layout` that goes on at byte `from`. */
export function createExtractor(layout: Layout, from: number): Extractor {
  const start = Math.max(from, layout.mark);
  return layout.format === 'xml'
    ? createXmlExtractor(layout.encoding, start)
    : createLineExtractor(layout.encoding, start);
}
