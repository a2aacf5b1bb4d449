import { demoRequestProblems } from '@scout/contract/validation/demoRequest';
import { Button, Field, TextArea } from '@scout/ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { emptyFields } from '../request/formFields.ts';

interface QuestionStepProps {
  question: string;
  onChange: (question: string) => void;
  onNext: () => void;
}

/** Step 1: the question. */
export function QuestionStep({ question, onChange, onNext }: QuestionStepProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => area.current?.focus(), []);

  function next(event: FormEvent) {
    event.preventDefault();
    const found = demoRequestProblems('contact', { ...emptyFields, message: question }).find(
      ({ field }) => field === 'message',
    );
    setProblem(found?.message ?? null);
    if (found) area.current?.focus();
    else onNext();
  }

  return (
    <form noValidate onSubmit={next} className="flex flex-col gap-4 p-4">
      <Field label="Your question" required error={problem}>
        <TextArea
          ref={area}
          rows={5}
          value={question}
          placeholder="Do you read logs of Oracle servers?"
          onChange={(event) => {
            setProblem(null);
            onChange(event.target.value);
          }}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" block>
        Next
      </Button>
    </form>
  );
}
