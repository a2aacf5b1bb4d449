import { expect, it } from 'vitest';
import { findProxy } from './pacScript.ts';

it('a script that never ends is ended, without the agent too', async () => {
  await expect(findProxy('while (true) {}', 'https://scout.example/', 20)).rejects.toThrow('interrupted');
  const endless = 'function FindProxyForURL() { while (true) {} }';
  await expect(findProxy(endless, 'https://scout.example/', 20)).rejects.toThrow('interrupted');
});
