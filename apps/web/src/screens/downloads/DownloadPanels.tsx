import { limits } from '@scout/contract';
import { errors } from '@scout/contract/errors';
import { type PackageReach, releasePackages } from '@scout/contract/releases';
import { Notice, Panel } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { useIsAdmin, useMay } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { PlatformCard } from './PlatformCard.tsx';
import { platformOfBrowser, platforms } from './platforms.ts';
import { RollOutPanel } from './RollOutPanel.tsx';
import { verifyLines } from './rollOut.ts';

/** Refetch interval while packages are being built. */
const lookAgainMs = 10_000;
const { tokenHours, tokenUses, ticketMinutes } = limits.download;

/** True for a release with every package. */
const isWhole = (release: { files: readonly unknown[] } | null | undefined): boolean =>
  release !== null && release !== undefined && release.files.length >= releasePackages.length;

/** Explains downloads that could not reach this server, or only from its own machine. */
const reachWords: Readonly<Record<Exclude<PackageReach, 'everywhere'>, { title: string; text: string }>> = {
  this_machine: {
    title: 'These downloads work only on the server’s own machine',
    text: 'This server is reachable only from this machine, and downloads point to that address. To install agents elsewhere, its operator must set HOST and PUBLIC_URL and restart it.',
  },
  nowhere: {
    title: 'Downloads would not find this server',
    text: `${errors.public_url_missing.message} Until then, use the plain packages and the rollout below; its commands contain your current address.`,
  },
};

/**
 * The downloads of a subscribed organization: a card per platform, roll-out and verification. `linked` adds a link to
 * the page that creates tokens.
 */
export function DownloadPanels({ linked }: { linked: boolean }) {
  const release = useQuery(
    query.releasesLatest.queryOptions({
      input: {},
      refetchInterval: ({ state }) => (isWhole(state.data) ? false : lookAgainMs),
    }),
  );
  const status = useQuery(
    query.downloadsStatus.queryOptions({
      input: {},
      refetchInterval: isWhole(release.data) ? false : lookAgainMs,
    }),
  );
  const { build, reach } = status.data ?? {};
  const files = release.data?.files ?? [];
  const signed = files.find(({ kind }) => kind === 'deb') ?? files[0];
  const isAdmin = useIsAdmin();
  const may = useMay();
  const here = platformOfBrowser(navigator.userAgent);
  return (
    <>
      {release.data === null && build === 'building' && (
        <div className="col-span-12 outline outline-stroke-subtle">
          <Notice plain title="The packages are being built">
            Scout builds them in the background after its first start. They appear here when ready.
          </Notice>
        </div>
      )}
      {reach !== undefined && reach !== 'everywhere' && (
        <div className="col-span-12 outline outline-stroke-subtle">
          <Notice plain tone="warning" title={reachWords[reach].title}>
            {reachWords[reach].text}
          </Notice>
        </div>
      )}
      {!isAdmin && may('downloadsAgentWithConfig') && (
        <div className="col-span-12 outline outline-stroke-subtle">
          <Notice plain title="An admin approves your machines">
            New machines appear in the fleet and keep their events until an admin approves them in Settings,
            Agent. Nothing is lost in the meantime.
          </Notice>
        </div>
      )}
      {platforms.map((platform) => (
        <PlatformCard
          key={platform.platform}
          platform={platform}
          release={release.data}
          build={build}
          carriesAddress={reach !== 'nowhere'}
          here={platform.platform === here}
        />
      ))}
      <RollOutPanel linked={linked} files={files} />
      {release.data && signed && (
        <Panel title="Verify a package" description={`Release ${release.data.version}`}>
          <p className="max-w-[80ch] pb-3 text-body text-content-muted">
            Plain packages are signed by this installation (Ed25519), and agents upgrade themselves only to
            signed releases. A download above is the same package plus your server’s address and an enrollment
            token for {tokenUses} machines and {tokenHours} hours. Its link is valid for {ticketMinutes}{' '}
            minutes, and its checksum differs.
          </p>
          <CodeBlock
            label={`Signature of the plain .${signed.kind}`}
            lines={verifyLines(window.location.origin, signed.path)}
          />
        </Panel>
      )}
    </>
  );
}
