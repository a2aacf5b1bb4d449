import { CopyIcon, IconButton, Panel, type PanelSpan } from '@scout/ui';
import { useOrganization } from '../../../session/organization.ts';
import { copyText } from '../../../shell/copyText.ts';
import { usePageActions } from '../../../shell/pageActions.ts';
import { Facts } from '../Facts.tsx';

/** Name and tenant ID with copy buttons. */
export function IdentityPanel({ span }: { span: PanelSpan }) {
  const { tenant } = useOrganization();
  return (
    <Panel title="Organization" span={span}>
      <Facts
        facts={[
          {
            name: 'Organization name',
            value: <Copied name="organization name" text={tenant.company_name} />,
          },
          { name: 'Tenant ID', value: <Copied name="tenant ID" text={tenant.tenant_id} mono /> },
        ]}
      />
    </Panel>
  );
}

function Copied({ name, text, mono = false }: { name: string; text: string; mono?: boolean }) {
  const copy = () => void copyText(text);
  usePageActions([{ label: `Copy ${name}`, access: 'member', run: copy }]);
  return (
    <span className="flex items-start gap-1">
      <span className={mono ? 'min-w-0 font-mono wrap-anywhere' : 'min-w-0 wrap-anywhere'}>{text}</span>
      <span className="-my-0.5">
        <IconButton label={`Copy ${name}`} icon={<CopyIcon size={14} />} size="tiny" onClick={copy} />
      </span>
    </span>
  );
}
