import { buttonClass, Panel } from '@scout/ui';
import { paths } from '../../paths.ts';
import { platforms } from './platforms.ts';

/** What there would be to download; the server gives nothing without a subscription. */
export function LockedCards() {
  return platforms.map(({ platform, name, runsOn }) => (
    <Panel key={platform} title={name} description={runsOn} span={4}>
      <div className="pt-1">
        {/* The site's pages are documents of their own. */}
        <a href={paths.subscribe} className={buttonClass({})}>
          Purchase a subscription
        </a>
      </div>
    </Panel>
  ));
}
