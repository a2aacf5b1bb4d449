import {
  type ChannelFormat,
  type ChannelKind,
  channelKinds,
  channelUrl,
  formatsOfKind,
  isTicketKind,
  limits,
} from '@scout/contract';
import { Field, Select, TextArea, TextInput } from '@scout/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { api } from '../../../../session/current.ts';
import { query } from '../../../../session/queries.ts';
import { toast } from '../../../../shell/toast.tsx';
import { SecretDialog } from '../../SecretDialog.tsx';
import { type ChannelDraft, ChannelFields, inputOf, nameErrorOf } from './ChannelFields.tsx';
import { channelFormatTitles, channelKindTitles, kindWords } from './channelWords.ts';
import { SecretLines } from './SecretLines.tsx';
import { emptyTicket, missingIn, TicketFields, ticketInput } from './TicketFields.tsx';

const empty: ChannelDraft = { name: '', severity: 'medium', pattern: '', kinds: [] };
const kinds = channelKinds.map((value) => ({ value, label: channelKindTitles[value] }));

/** Adds a channel, and shows the secret of a webhook once. */
export function NewChannelDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useId();
  const client = useQueryClient();
  const [draft, setDraft] = useState(empty);
  const [kind, setKind] = useState<ChannelKind>('webhook');
  const [url, setUrl] = useState('');
  const [format, setFormat] = useState<ChannelFormat | null>(null);
  const [ca, setCa] = useState('');
  const [ticket, setTicket] = useState(emptyTicket);
  const [tried, setTried] = useState(false);
  const close = () => {
    create.reset();
    setDraft(empty);
    setTicket(emptyTicket);
    setUrl('');
    setCa('');
    setTried(false);
    onClose();
  };
  const create = useMutation({
    mutationFn: (input: Parameters<typeof api.channelsCreate>[0]) => api.channelsCreate(input),
    onSuccess: ({ secret }) => {
      if (secret !== null) return;
      toast.success('Channel added');
      close();
    },
    onError: (error) => toast.error('Channel not added', messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: query.channels.key() }),
  });
  const made = create.data;

  const words = kindWords[kind];
  const urlError = !channelUrl[kind].safeParse(url).success && words.addressError;
  const nameError = nameErrorOf(draft);
  const formats = formatsOfKind[kind];
  const chosen = format !== null && formats.includes(format) ? format : formats[0];
  const isTls = kind === 'syslog' && /^\s*syslog\+tls:/i.test(url);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    const isComplete = !isTicketKind(kind) || missingIn(kind, ticket).length === 0;
    if (!nameError && !urlError && isComplete)
      create.mutate({
        ...inputOf(draft),
        kind,
        url,
        format: chosen,
        ca: isTls && ca.trim() !== '' ? ca : null,
        ...(isTicketKind(kind) && ticketInput(kind, ticket)),
      });
  };

  return (
    <SecretDialog
      open={open}
      onClose={close}
      title="New channel"
      description={words.description}
      form={form}
      busy={create.isPending}
      words={{ act: 'Add channel', acting: 'Adding…' }}
      made={
        made && made.secret !== null
          ? {
              title: 'Copy this secret now',
              description: `For the receiver of ${made.channel.name}.`,
              content: <SecretLines secret={made.secret} />,
            }
          : undefined
      }
    >
      <form id={form} noValidate className="mt-2 flex flex-col gap-4" onSubmit={submit}>
        <Field label="Kind">
          <Select options={kinds} value={kind} onValueChange={setKind} />
        </Field>
        <Field label="Address" hint={words.addressHint} error={tried && urlError}>
          <TextInput
            type="url"
            autoComplete="off"
            maxLength={limits.channels.urlMax}
            placeholder={kind === 'syslog' ? 'syslog+tls://' : 'https://'}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        {isTicketKind(kind) && <TicketFields kind={kind} draft={ticket} onChange={setTicket} tried={tried} />}
        {isTls && (
          <Field
            label="Certificate authority"
            hint="In PEM format, if the receiver’s certificate is from your own authority. Leave empty for public ones"
          >
            <TextArea
              rows={3}
              spellCheck={false}
              maxLength={limits.channels.caMax}
              placeholder="-----BEGIN CERTIFICATE-----"
              value={ca}
              onChange={(event) => setCa(event.target.value)}
            />
          </Field>
        )}
        {formats.length > 1 && (
          <Field label="Format">
            <Select
              options={formats.map((value) => ({ value, label: channelFormatTitles[value] }))}
              value={chosen}
              onValueChange={setFormat}
            />
          </Field>
        )}
        <ChannelFields draft={draft} onChange={setDraft} nameError={tried && nameError} />
      </form>
    </SecretDialog>
  );
}
