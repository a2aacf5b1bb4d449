import { Notice } from '@scout/ui';
import { CopyLine } from '../../CopyLine.tsx';

/** A newly created secret, shown once. */
export function SecretLines({ secret }: { secret: string }) {
  return (
    <div className="flex flex-col gap-3 pt-2">
      <CopyLine label="Secret" value={secret} />
      <Notice>
        The receiver uses it to verify that messages come from Scout. It is not shown again; you can create a
        new one at any time.
      </Notice>
    </div>
  );
}
