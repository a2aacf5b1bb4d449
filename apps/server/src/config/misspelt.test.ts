import { describe, expect, it } from 'vitest';
import { misspeltSettings } from './misspelt.ts';

const none = 'is not a setting of Scout and has no effect.';

describe('a variable that is no setting', () => {
  it.each([
    ['SCOUT_PROCESES', `SCOUT_PROCESES ${none} Did you mean SCOUT_PROCESSES?`],
    ['SMPT_URL', `SMPT_URL ${none} Did you mean SMTP_URL?`],
    ['DATABASE_URI', `DATABASE_URI ${none} Did you mean DATABASE_URL?`],
    [
      'SCOUT_OPERATOR_TOKEN_FLIE',
      `SCOUT_OPERATOR_TOKEN_FLIE ${none} Did you mean SCOUT_OPERATOR_TOKEN_FILE?`,
    ],
    ['SCOUT_COLOR_OF_THE_LOGO', `SCOUT_COLOR_OF_THE_LOGO ${none}`],
  ])('%s is named, with the nearest setting, and without its value', (name, sentence) => {
    expect(misspeltSettings({ [name]: 'a secret' })).toEqual([sentence]);
  });

  it.each([
    'SCOUT_PROCESSES',
    'SCOUT_OPERATOR_TOKEN_FILE',
    'HOST',
    'PATH',
    'POST',
    'HOSTNAME',
    'NODE_OPTIONS',
    'SCOUT_TEST_SEED',
    'SCOUT_ENROLMENT_TOKEN',
    'SCOUT_SERVICE_HOST',
    'SCOUT_SERVICE_PORT_HTTP',
    'SCOUT_PORT',
    'SCOUT_PORT_8080_TCP_ADDR',
    'SCOUT_POSTGRES_SERVICE_HOST',
    'DATABASE_PASSWORD',
  ])('%s is none', (name) => {
    expect(misspeltSettings({ [name]: '1' })).toEqual([]);
  });
});
