import { verify } from 'node:crypto';
import type { ConfigurationReport } from '@scout/contract';
import type { ConfigurationDocument } from '@scout/contract/agentConfiguration';
import type { TestClient } from '@scout/testkit';
import { expect } from 'vitest';
import { machine, quiet } from './fleet.ts';

type SimulatedClient = Pick<TestClient, 'api'> & { readonly id: string };

/** An agent that takes configurations as the real one does: it checks nothing but the signature. */
export class Simulated {
  report: ConfigurationReport = { key: null, applied: null, refused: null };
  settings: ConfigurationDocument['settings'] = {};
  key = '';
  refusing: string | null = null;
  readonly agent: SimulatedClient;
  readonly host: string;

  constructor(agent: SimulatedClient, host = machine.host) {
    this.agent = agent;
    this.host = host;
  }

  async beat(): Promise<ConfigurationDocument | null> {
    const { configuration, configuration_key } = await this.agent.api.agentHeartbeat({
      ...quiet,
      host: this.host,
      configuration: this.report,
    });
    if (configuration_key !== undefined) {
      this.key = configuration_key;
      this.report = { ...this.report, key: 'pinned' };
    }
    if (configuration === undefined) return null;
    const { document, signature } = configuration;
    const key = { key: Buffer.from(this.key, 'base64'), format: 'der', type: 'spki' } as const;
    expect(verify(null, Buffer.from(document), key, Buffer.from(signature, 'base64'))).toBe(true);
    const content = JSON.parse(document) as ConfigurationDocument;
    expect(content.agent_id).toBe(this.agent.id);
    const { group } = content;
    const at = { group_id: group?.group_id ?? null, version: group?.version ?? null };
    if (this.refusing !== null) this.report = { ...this.report, refused: { ...at, message: this.refusing } };
    else {
      this.report = {
        ...this.report,
        applied: group && { group_id: group.group_id, version: group.version },
        refused: null,
      };
      this.settings = content.settings;
    }
    return content;
  }
}
