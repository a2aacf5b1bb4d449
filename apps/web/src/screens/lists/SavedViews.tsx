import type { SavedView, ViewPage } from '@scout/contract';
import { limits } from '@scout/contract';
import {
  Button,
  ChevronDownIcon,
  Dialog,
  Field,
  Menu,
  MenuGroup,
  MenuItem,
  MenuSeparator,
  TextInput,
} from '@scout/ui';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { messageOf } from '../../api/error.ts';
import { queryClient } from '../../api/queryClient.ts';
import { api } from '../../session/current.ts';
import { query } from '../../session/queries.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { usePageActions } from '../../shell/pageActions.ts';
import { toast } from '../../shell/toast.tsx';

const keep = ({ views }: { views: SavedView[] }) =>
  queryClient.setQueryData(query.savedViews.queryKey({ input: {} }), { views });

/** The person's own views of a page: one that is chosen is its address; the present address is saved under a name. */
export function SavedViews({ page }: { page: ViewPage }) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [naming, setNaming] = useState(false);
  const found = useQuery(query.savedViews.queryOptions({ input: {} }));
  const views = found.data?.views.filter((view) => view.page === page) ?? [];
  const present = search.replace(/^\?/, '');
  const current = views.find((view) => view.query === present);
  const open = (view: SavedView) => void navigate({ pathname, search: view.query });
  const remove = useMutation({
    mutationFn: ({ name }: SavedView) => api.savedViewsRemove({ page, name }),
    onSuccess: keep,
    onError: (error) => toast.error('The view was not removed', messageOf(error)),
  });
  usePageActions(
    views.map((view) => ({ label: `View: ${view.name}`, access: 'subscriber', run: () => open(view) })),
  );
  return (
    <div className="flex flex-wrap items-center gap-2">
      {views.length > 0 && (
        <Menu
          trigger={
            <Button size="small" icon={<ChevronDownIcon size={14} />}>
              {current?.name ?? 'Views'}
            </Button>
          }
        >
          <MenuGroup label="Your views">
            {views.map((view) => (
              <MenuItem key={view.name} onSelect={() => open(view)}>
                {view.name}
              </MenuItem>
            ))}
          </MenuGroup>
          {current !== undefined && (
            <>
              <MenuSeparator />
              <MenuItem onSelect={() => remove.mutate(current)}>Remove “{current.name}”</MenuItem>
            </>
          )}
        </Menu>
      )}
      <ActionButton
        command="Save view…"
        access="subscriber"
        size="small"
        disabled={present === '' || current !== undefined}
        onClick={() => setNaming(true)}
      >
        Save view…
      </ActionButton>
      <NameDialog page={page} query={present} open={naming} onClose={() => setNaming(false)} />
    </div>
  );
}

interface NameDialogProps {
  page: ViewPage;
  query: string;
  open: boolean;
  onClose: () => void;
}

function NameDialog({ page, query: saved, open, onClose }: NameDialogProps) {
  const form = useId();
  const [name, setName] = useState('');
  const close = () => {
    setName('');
    save.reset();
    onClose();
  };
  const save = useMutation({
    mutationFn: () => api.savedViewsSave({ page, name: name.trim(), query: saved }),
    onSuccess: (answer) => {
      keep(answer);
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') save.mutate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title="Save view"
      description="Saves this list’s filters for you. An existing name replaces that view."
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={name.trim() === ''}
            busy={save.isPending}
          >
            Save view
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="pt-2">
        <Field label="Name" {...(save.isError && { error: messageOf(save.error) })}>
          <TextInput
            autoComplete="off"
            maxLength={limits.savedViews.nameMax}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
