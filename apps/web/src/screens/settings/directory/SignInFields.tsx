import { type DirectorySignIn, limits } from '@scout/contract';
import { Field, SegmentedControl, TextInput } from '@scout/ui';
import { FileChoice } from '../../lists/FileChoice.tsx';

/** How the account of a new directory signs in. */
export interface SignInDraft {
  readonly by: DirectorySignIn;
  readonly bind_name: string;
  readonly password: string;
  /** The chosen file; its content in base64. */
  readonly keytab: { readonly name: string; readonly content: string } | null;
  readonly kdc: string;
}

export const emptySignIn: SignInDraft = {
  by: 'password',
  bind_name: '',
  password: '',
  keytab: null,
  kdc: '',
};

/** What a call takes of it. */
export const signInInput = ({ by, bind_name, password, keytab, kdc }: SignInDraft) =>
  by === 'password'
    ? { bind_name, password }
    : { bind_name, keytab: keytab?.content ?? '', kdc: kdc.trim() || null };

const ways = [
  { value: 'password', label: 'Name and password' },
  { value: 'keytab', label: 'Keytab' },
] as const;

const { bindNameMax, passwordMax, keytabMax, kdcMax } = limits.directories;

interface SignInFieldsProps {
  draft: SignInDraft;
  onChange: (draft: SignInDraft) => void;
  /** The error of a field; false without one. */
  errorOf: (name: 'bind_name' | 'password' | 'keytab' | 'kdc') => string | false;
}

/** The account, and its password or keytab. */
export function SignInFields({ draft, onChange, errorOf }: SignInFieldsProps) {
  const isKeytab = draft.by === 'keytab';
  const set = (change: Partial<SignInDraft>) => onChange({ ...draft, ...change });
  const choose = async (file: File) => {
    const bytes = new Uint8Array(await file.slice(0, keytabMax + 1).arrayBuffer());
    set({ keytab: { name: file.name, content: btoa(String.fromCharCode(...bytes)) } });
  };
  return (
    <>
      <Field label="Signs in by">
        <div>
          <SegmentedControl segments={ways} value={draft.by} onValueChange={(by) => set({ by })} />
        </div>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label="Signs in as"
          hint={isKeytab ? 'As in the keytab: reader@CORP.EXAMPLE' : 'reader@corp.example'}
          error={errorOf('bind_name')}
        >
          <TextInput
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={bindNameMax}
            value={draft.bind_name}
            onChange={({ target }) => set({ bind_name: target.value })}
          />
        </Field>
        {isKeytab ? (
          <Field label="Kerberos service" hint="Empty for the controller, on port 88." error={errorOf('kdc')}>
            <TextInput
              mono
              autoComplete="off"
              spellCheck={false}
              maxLength={kdcMax}
              value={draft.kdc}
              onChange={({ target }) => set({ kdc: target.value })}
            />
          </Field>
        ) : (
          <Field label="Password" hint="Stored encrypted, never shown again." error={errorOf('password')}>
            <TextInput
              type="password"
              autoComplete="new-password"
              maxLength={passwordMax}
              value={draft.password}
              onChange={({ target }) => set({ password: target.value })}
            />
          </Field>
        )}
      </div>
      {isKeytab && (
        <div className="flex flex-col gap-1.5">
          <FileChoice
            label="Keytab file"
            chosen={draft.keytab?.name}
            accept=".keytab"
            onChoose={(file) => void choose(file)}
          />
          {errorOf('keytab') === false ? (
            <p className="text-label text-content-muted">
              Its AES keys of this account are stored encrypted, never shown again.
            </p>
          ) : (
            <p role="alert" className="text-label text-fault">
              {errorOf('keytab')}
            </p>
          )}
        </div>
      )}
    </>
  );
}
