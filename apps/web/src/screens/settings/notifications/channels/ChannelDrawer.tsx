import { type Channel, type ChannelDelivery, isTicketKind } from '@scout/contract';
import { Button, type Column, DataTable, Drawer, EmptyState, formatTime, Notice, Switch } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { timeZone } from '../../../../events/clock.ts';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { toast } from '../../../../shell/toast.tsx';
import { type ChannelDraft, ChannelFields, inputOf, nameErrorOf } from './ChannelFields.tsx';
import { addressText, channelKindTitles, deliveryResult, deliveryTitle } from './channelWords.ts';
import { SecretLines } from './SecretLines.tsx';

interface ChannelDrawerProps {
  channel: Channel;
  open: boolean;
  onClose: () => void;
  onDelete: () => void;
}

/** One channel: its filter, secret and latest deliveries. */
export function ChannelDrawer({ channel, open, onClose, onDelete }: ChannelDrawerProps) {
  const form = useId();
  const client = useQueryClient();
  const { channel_id } = channel;
  const [draft, setDraft] = useState<ChannelDraft>({
    name: channel.name,
    severity: channel.min_severity,
    pattern: channel.account_pattern ?? '',
    kinds: channel.finding_kinds,
  });
  const [secret, setSecret] = useState<string>();
  const refetch = () => client.invalidateQueries({ queryKey: query.channels.key() });
  const change = useMutation({
    mutationFn: (input: Omit<Parameters<typeof api.channelsUpdate>[0], 'channel_id'>) =>
      api.channelsUpdate({ ...input, channel_id }),
    onSuccess: () => toast.success('Channel saved'),
    onError: (error) => toast.error('Save failed', messageOf(error)),
    onSettled: refetch,
  });
  const sendTest = useMutation({
    mutationFn: () => api.channelsTest({ channel_id }),
    onError: (error) => toast.error('Test not sent', messageOf(error)),
    onSettled: refetch,
  });
  const rotate = useMutation({
    mutationFn: () => api.channelsRotate({ channel_id }),
    onSuccess: (made) => setSecret(made.secret),
    onError: (error) => toast.error('New secret not created', messageOf(error)),
    onSettled: refetch,
  });
  const nameError = nameErrorOf(draft);
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    if (!nameError) change.mutate(inputOf(draft));
  };

  return (
    <Drawer
      open={open}
      onOpenChange={(next) => next || onClose()}
      wide
      kicker={channelKindTitles[channel.kind]}
      title={channel.name}
      description={<span className="wrap-anywhere font-mono">{addressText(channel)}</span>}
      actions={
        <>
          <Button variant="danger" onClick={onDelete}>
            Delete channel
          </Button>
          <Button type="submit" form={form} variant="primary" busy={change.isPending}>
            {change.isPending ? 'Saving…' : 'Save'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6 p-5">
        {channel.switched_off_at !== null && (
          <Notice tone="warning" title="Scout turned this channel off">
            No message has reached it for days. Send a test, then turn it on.
          </Notice>
        )}
        <Switch
          label="Send cases to this channel"
          description="Messages due while it is off are not sent later."
          checked={channel.is_active}
          onCheckedChange={(is_active) => change.mutate({ is_active })}
        />
        <form id={form} noValidate className="flex flex-col gap-4" onSubmit={save}>
          <ChannelFields draft={draft} onChange={setDraft} nameError={nameError} />
        </form>
        {channel.kind === 'webhook' && (
          <section className="flex flex-col gap-2" aria-label="Secret">
            {secret === undefined ? (
              <p className="text-body text-content-muted">
                {channel.former_secret_until === null
                  ? 'A new secret replaces this one; for one day, messages are signed with both.'
                  : `Messages are also signed with the previous secret until ${timeText(channel.former_secret_until)}.`}
              </p>
            ) : (
              <SecretLines key={secret} secret={secret} />
            )}
            <div>
              <Button busy={rotate.isPending} onClick={() => rotate.mutate()}>
                New secret
              </Button>
            </div>
          </section>
        )}
        <section className="flex flex-col gap-2" aria-label="Last deliveries">
          <div className="flex items-center justify-between gap-4">
            <h3 className="text-body font-medium text-content">Last deliveries</h3>
            <Button busy={sendTest.isPending} onClick={() => sendTest.mutate()}>
              {isTicketKind(channel.kind) ? 'Test connection' : 'Send test'}
            </Button>
          </div>
          <DataTable
            caption="Last deliveries"
            name="channel-deliveries"
            columns={columns}
            rows={channel.deliveries}
            rowKey={({ delivery_id }) => delivery_id}
            timeZone={timeZone}
            maxHeight={360}
            empty={
              <EmptyState reason="waiting" title="Nothing sent yet">
                The next case sent to this channel is listed here.
              </EmptyState>
            }
          />
        </section>
      </div>
    </Drawer>
  );
}

const timeText = (iso: string): string => {
  const parts = formatTime(iso, { timeZone });
  return parts === null ? '' : `${parts.date}, ${parts.clock}`;
};

const columns: Column<ChannelDelivery>[] = [
  { id: 'created', header: 'Time', kind: 'time', value: ({ created_at }) => created_at, width: 150 },
  { id: 'about', header: 'About', kind: 'text', value: deliveryTitle, width: 140 },
  {
    id: 'result',
    header: 'Result',
    kind: 'text',
    value: (row) => deliveryResult(row, timeText),
    whole: true,
    minWidth: 200,
  },
  { id: 'attempts', header: 'Attempts', kind: 'number', value: ({ attempts }) => attempts, width: 110 },
];
