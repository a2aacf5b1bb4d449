import { Refusal } from '../../../../platform/http/refusal.ts';
import { AddressRefusedError } from '../../../../platform/outgoing/guard.ts';
import type { MetadataSource } from '../../sql/ssoConnections.ts';
import { ProviderProblem } from '../problems.ts';
import { fetchDescription, requireSafe, type SamlTools } from './samlProvider.ts';

/** Metadata of a provider as an admin gives them: the address, or themselves. */
export interface GivenMetadata {
  readonly metadata_url?: string | undefined;
  readonly metadata?: string | undefined;
}

/**
 * Reads the metadata that an admin gives.
 * @returns the provider's entity ID, and what to keep
 * @throws Refusal sso_address or sso_metadata
 */
export async function readGiven(
  tools: SamlTools,
  tenantId: string,
  { metadata_url, metadata }: GivenMetadata,
): Promise<{ issuer: string; source: MetadataSource }> {
  if ((metadata_url === undefined) === (metadata === undefined))
    throw new Refusal('sso_metadata', { message: 'Give the address of the metadata, or themselves.' });
  try {
    if (metadata_url !== undefined) tools.ssoFetcher.check(new URL(metadata_url));
    const description =
      metadata_url !== undefined
        ? await fetchDescription(tools, tenantId, metadata_url)
        : await tools.samlReader.description(tenantId, metadata!, tools.clock.now());
    requireSafe(tools.ssoFetcher, description);
    return {
      issuer: description.entityId,
      source:
        metadata_url !== undefined
          ? { metadata_url, metadata: null }
          : { metadata_url: null, metadata: description },
    };
  } catch (cause) {
    if (cause instanceof AddressRefusedError) throw new Refusal('sso_address', { cause });
    if (cause instanceof ProviderProblem)
      throw new Refusal('sso_metadata', { message: cause.message, cause });
    throw cause;
  }
}
