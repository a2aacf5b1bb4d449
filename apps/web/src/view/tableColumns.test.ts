import { expect, it } from 'vitest';
import { parseHidden } from './tableColumns.ts';

it('what is stored of hidden columns is read with care', () => {
  expect(parseHidden('{"log":["process"],"other":[]}')).toEqual({ log: ['process'], other: [] });
  for (const text of [null, '', 'null', '[]', '7', '{', '"x"']) expect(parseHidden(text)).toEqual({});
  expect(parseHidden('{"a":"x","b":[1],"c":{"d":1},"e":["f"]}')).toEqual({ e: ['f'] });
});
