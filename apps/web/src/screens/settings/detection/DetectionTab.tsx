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
import { toast } from '../../../shell/toast.tsx';
import { useUnsavedWork } from '../../../shell/unsavedWork.ts';
import { titled } from '../../../title.ts';
import { CaseTrial, useCaseAttempt } from './CaseTrial.tsx';
import { ExceptionsPanel } from './ExceptionsPanel.tsx';
import { type Draft, draftOf, isSame } from './entries.ts';
import { JudgingNotice } from './JudgingNotice.tsx';
import { countChanges, effectOf } from './matchWords.ts';
import { NameRulePanel } from './NameRulePanel.tsx';
import { NamesFiles } from './NamesFiles.tsx';
import { PreviewPanel } from './PreviewPanel.tsx';
import { SettingsBar } from './SettingsBar.tsx';
import { usePreview } from './usePreview.ts';

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
        safe="Scout continues to apply them."
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
  const isChanged = edited !== null && !isSame(edited.draft, saved.settings);
  const draft = edited?.draft ?? draftOf(saved.settings);
  const problem = isChanged ? settingsProblem(draft) : null;
  const preview = usePreview(problem === null ? draft : saved.settings, isAdmin);
  const attempt = useCaseAttempt();
  useUnsavedWork(isChanged ? 'changes of the detection settings' : null);

  function edit(next: Draft | null) {
    // A trial of other settings says nothing about these.
    attempt.reset();
    setEdited(next && { version: edited?.version ?? saved.version, draft: next });
  }

  const save = useSave(() => edit(null));
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
    <div className="flex flex-col gap-4">
      <JudgingNotice judging={saved.judging} />
      <NamesFiles saved={saved.settings} draft={draft} onImport={isAdmin ? edit : undefined} />
      <PanelGrid>
        {NAME_KINDS.map((kind) => (
          <NameRulePanel
            key={kind}
            kind={kind}
            rule={draft[kind]}
            saved={saved.settings[kind].entries}
            preview={preview.data?.names[kind]}
            onChange={isAdmin ? (rule) => edit({ ...draft, [kind]: rule }) : undefined}
          />
        ))}
        {isAdmin && <PreviewPanel preview={preview} changed={isChanged} />}
        {!attempt.isIdle && <CaseTrial attempt={attempt} />}
        {tenant.is_subscribed && <ExceptionsPanel />}
      </PanelGrid>
      {isAdmin && (
        <SettingsBar
          changes={isChanged ? Math.max(1, countChanges(saved.settings, draft)) : 0}
          effect={preview.data ? effectOf(preview.data) : null}
          problem={problem}
          saving={save.isPending}
          trial={
            tenant.is_subscribed ? { busy: attempt.isPending, onTry: () => attempt.mutate(draft) } : undefined
          }
          onDiscard={() => edit(null)}
          onSave={submit}
        />
      )}
    </div>
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
      toast.success('Settings saved', 'They are applied to stored events in the background.');
      onDone();
    },
    onError: (error) => {
      toast.error('Save failed', messageOf(error));
      void client.invalidateQueries({ queryKey: query.detectionSettings.key() });
    },
  });
}
