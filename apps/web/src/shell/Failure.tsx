import { ErrorState, type ErrorStateProps } from '@scout/ui';

/** A failure that takes the whole page. */
export function Failure(props: ErrorStateProps) {
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16">
      <ErrorState {...props} />
    </div>
  );
}
