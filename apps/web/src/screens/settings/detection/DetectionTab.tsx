import type { DetectionSettingsState } from '@scout/contract';
import { NAME_KINDS, settingsProblem } from '@scout/detection';
import { ErrorState, PanelGrid, Skeleton } from '@scout/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { inDemoMode } from '../../../demo/demoMode.ts';
import { api } from '../../../session/current.ts';
import { tenantsQuery, useIsAdmin, useOrganization } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';
import { titled } from '../../../title.ts';
import { CaseTrial } from './CaseTrial.tsx';
import { ExceptionsPanel } from './ExceptionsPanel.tsx';
import { type Draft, draftOf, isSame } from './entries.ts';
import { JudgingNotice } from './JudgingNotice.tsx';
import { NameRulePanel } from './NameRulePanel.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';

export const meta = titled('Detection');

const refreshMs = 2_000;

/**
 * The organization's own names for service accounts, servers, workstations and database clients, and exceptions: admins edit,
 * members read.
 */
export default function DetectionTab() {
  const saved = useQuery(
    query.detectionSettings.queryOptions({
      input: {},
      refetchInterval: ({ state }) => (state.data?.judging ? refreshMs : false),
    }),
  );
  if (saved.data !== undefined) return <Settings saved={saved.data} />;
  if (saved.isError) {
    return (
      <ErrorState
        title="The detection settings could not be loaded"
        safe="Events are judged by them whether this page works or not."
        nextStep="Try again in a moment."
        detail={messageOf(saved.error)}
        onRetry={() => void saved.refetch()}
        retrying={saved.isFetching}
      />
    );
  }
  return <Skeleton shape="text" label="Detection settings" lines={8} />;
}

function Settings({ saved }: { saved: DetectionSettingsState }) {
  const isAdmin = useIsAdmin();
  const { tenant } = useOrganization();
  // Includes the edited version: another person may save meanwhile.
  const [edited, setEdited] = useState<{ version: number; draft: Draft } | null>(null);
  const draft = edited?.draft ?? draftOf(saved.settings);
  const changed = edited !== null && !isSame(edited.draft, saved.settings);
  return (
    <div className="flex flex-col gap-4">
      <JudgingNotice judging={saved.judging} />
      <PanelGrid>
        {NAME_KINDS.map((kind) => (
          <NameRulePanel
            key={kind}
            kind={kind}
            rule={draft[kind]}
            onChange={
              isAdmin
                ? (rule) =>
                    setEdited({
                      version: edited?.version ?? saved.version,
                      draft: { ...draft, [kind]: rule },
                    })
                : undefined
            }
          />
        ))}
        {isAdmin && (
          <AdminPreview saved={saved} edited={changed ? edited : null} onDone={() => setEdited(null)} />
        )}
        {isAdmin && tenant.is_subscribed && (
          <CaseTrial key={changed ? JSON.stringify(draft) : ''} settings={changed ? draft : null} />
        )}
        {tenant.is_subscribed && <ExceptionsPanel />}
      </PanelGrid>
    </div>
  );
}

interface AdminPreviewProps {
  saved: DetectionSettingsState;
  edited: { version: number; draft: Draft } | null;
  onDone: () => void;
}

function AdminPreview({ saved, edited, onDone }: AdminPreviewProps) {
  const save = useSave(onDone);
  const problem = edited && settingsProblem(edited.draft);
  const settings = edited && problem === null ? edited.draft : saved.settings;

  function submit() {
    if (edited === null) return;
    if (inDemoMode(window)) {
      toast.info('Demo Mode', '"Save changes" is not available in demo mode.');
      return;
    }
    if (problem) toast.error('Save failed', problem);
    else save.mutate({ version: edited.version, settings: edited.draft });
  }

  return (
    <PreviewPanel
      settings={settings}
      changed={edited !== null}
      actions={
        <span className="flex flex-wrap gap-2">
          <ActionButton
            command="Discard changes of the settings"
            access="admin"
            size="small"
            variant="quiet"
            disabled={edited === null}
            onClick={onDone}
          >
            Discard
          </ActionButton>
          <ActionButton
            command="Save changes of the settings"
            access="admin"
            size="small"
            busy={save.isPending}
            disabled={edited === null}
            onClick={submit}
          >
            Save changes
          </ActionButton>
        </span>
      }
    />
  );
}

function useSave(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: { version: number; settings: Draft }) => api.detectionSettingsSave(input),
    onSuccess: (state) => {
      client.setQueryData(query.detectionSettings.queryKey({ input: {} }), state);
      void client.invalidateQueries({ queryKey: tenantsQuery().queryKey });
      void client.invalidateQueries({ queryKey: query.detectionSettingsPreview.key() });
      toast.success('Settings saved', 'Stored events are judged by them in the background.');
      onDone();
    },
    onError: (error) => {
      toast.error('Save failed', messageOf(error));
      void client.invalidateQueries({ queryKey: query.detectionSettings.key() });
    },
  });
}
