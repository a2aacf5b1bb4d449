import type { Extractor } from './event.ts';
import { createLineExtractor } from './lines.ts';
import type { Layout } from './sniff.ts';
import { createXmlExtractor } from './xml.ts';

/** Creates the extractor for a log of `layout` that is read from byte `from`. */
export function createExtractor(layout: Layout, from: number): Extractor {
  const start = Math.max(from, layout.mark);
  return layout.format === 'xml'
    ? createXmlExtractor(layout.encoding, start)
    : createLineExtractor(layout.encoding, start);
}
