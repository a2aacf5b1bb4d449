import { limits } from '@scout/contract/limits';
import { Button } from '@scout/ui';
import { useEffect, useState } from 'react';
import NotifyForm from './NotifyForm.tsx';

const launch = Date.parse(limits.launchCountdown);

/** The form of the mailing list; after the launch, when there is nothing to wait for, behind a button. An island. */
export default function Notify() {
  const [isLaunched, setLaunched] = useState(true);
  const [isOpened, setOpened] = useState(false);
  useEffect(() => setLaunched(Date.now() >= launch), []);
  if (isLaunched && !isOpened)
    return <Button onClick={() => setOpened(true)}>Get product news by email</Button>;
  return <NotifyForm focused={isOpened} />;
}
