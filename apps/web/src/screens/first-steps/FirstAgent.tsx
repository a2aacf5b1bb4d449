import { agentLine, exampleLines, type FirstStep, firstSteps } from '@scout/contract';
import { buttonClass } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '../../api/error.ts';
import { paths } from '../../paths.ts';
import { api } from '../../session/current.ts';
import { useIsAdmin } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { toast } from '../../shell/toast.tsx';
import { CopyLine } from '../settings/CopyLine.tsx';

/** A token for a trial: a few machines, one day. */
const token = { label: 'first steps', max_uses: 5, expires_in_hours: 24 };

/** The ways to connect the first machine: a command for this machine, or a package for another. */
export function FirstAgent() {
  const isAdmin = useIsAdmin();
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () => api.enrolmentsCreate(token),
    onError: (error) => toast.error('The token was not created', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.enrolments.key() }),
  });
  const facts = { server: window.location.origin, ...(make.data && { token: make.data.token }) };
  const steps = firstSteps(facts);
  return (
    <div className="flex min-w-0 flex-col gap-5 px-[var(--inset,1rem)] pb-6">
      {isAdmin && make.data && (
        <>
          <Step step={stepOf(steps, 'agent')} lines={[agentLine(facts)]} />
          <Step step={stepOf(steps, 'example')} lines={exampleLines(facts)} />
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {isAdmin && !make.data && (
          <ActionButton
            command="Use the machine running Scout"
            access="subscriber-admin"
            variant="primary"
            busy={make.isPending}
            onClick={() => make.mutate()}
          >
            Use the machine running Scout
          </ActionButton>
        )}
        <Link to={paths.downloads} className={buttonClass({})}>
          {isAdmin ? 'Download for another machine' : 'Download an agent'}
        </Link>
      </div>
    </div>
  );
}

function Step({ step, lines }: { step: FirstStep; lines: readonly string[] }) {
  return (
    <div className="flex min-w-0 max-w-[100ch] flex-col gap-2 text-body">
      <div>
        <p className="font-medium text-content">{step.title}</p>
        <p className="text-content-muted">{step.words}</p>
      </div>
      {lines.map((line) => (
        <CopyLine key={line} label="Type in Scout’s folder" value={line} />
      ))}
    </div>
  );
}

const stepOf = (steps: readonly FirstStep[], id: FirstStep['id']): FirstStep =>
  steps.find((step) => step.id === id)!;
