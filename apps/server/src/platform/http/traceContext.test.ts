import { expect, test } from 'vitest';
import { traceFieldsOf } from './traceContext.ts';

const trace = '4bf92f3577b34da6a3ce929d0e0e4736';
const parent = '00f067aa0ba902b7';
const fieldsOf = (traceparent?: string) =>
  traceFieldsOf({ headers: traceparent === undefined ? {} : { traceparent } });

test.each([`00-${trace}-${parent}-01`, `00-${trace}-${parent}-00`, `cc-${trace}-${parent}-01-later`])(
  '%s names a trace',
  (given) => expect(fieldsOf(given)).toEqual({ trace_id: trace, parent_span_id: parent }),
);

test.each([
  undefined,
  '',
  `ff-${trace}-${parent}-01`,
  `00-${'0'.repeat(32)}-${parent}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
  `00-${trace.toUpperCase()}-${parent}-01`,
  `00-${trace}-${parent}`,
  `00-${trace}-${parent}-01 "x": 1`,
])('%s names none', (given) => expect(fieldsOf(given)).toEqual({}));
