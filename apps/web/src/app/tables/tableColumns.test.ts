import { expect, it } from 'vitest';
import { parseToggled } from './tableColumns.ts';

it('an invalid stored text counts as no toggled columns', () => {
  expect(parseToggled('{"log":["process"],"other":[]}')).toEqual({ log: ['process'], other: [] });
  for (const text of [null, '', 'null', '[]', '7', '{', '"x"']) expect(parseToggled(text)).toEqual({});
  expect(parseToggled('{"a":"x","b":[1],"c":{"d":1},"e":["f"]}')).toEqual({ e: ['f'] });
});
