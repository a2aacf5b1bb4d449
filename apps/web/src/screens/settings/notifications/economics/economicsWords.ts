import { type AlertEconomics, kindTitle } from '@scout/contract';
import { channelKindTitles } from '../channels/channelWords.ts';

/** "Email", or the name of a channel with its kind. */
export const channelText = ({ kind, name }: AlertEconomics['channels'][number]): string =>
  kind === 'email' ? 'Email' : `${name ?? ''} (${channelKindTitles[kind]})`;

/** The title of a kind of case. */
export const ruleText = ({ kind }: AlertEconomics['rules'][number]): string =>
  kind === null ? 'Cases no longer stored' : kindTitle(kind);
