import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { completeTour } from '../../../demo/demoMode.ts';
import { paths } from '../../../paths.ts';
import { Tour } from '../tour/Tour.tsx';
import { DemoBar } from './DemoBar.tsx';
import { DemoOutlet } from './DemoOutlet.tsx';
import { DemoProvider } from './DemoProvider.tsx';

export interface DemoDashboardsProps {
  /** True half a second after 'Continue browsing' requested the tour. */
  tourWanted: boolean;
  onTourEnd: () => void;
}

/** Every dashboard page in demo mode, and the guided tour over its home. */
export function DemoDashboards({ tourWanted, onTourEnd }: DemoDashboardsProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [tourRequested, setTourRequested] = useState(false);
  const touring = tourWanted || tourRequested;
  const atHome = pathname === paths.dashboard;

  useEffect(() => {
    if (touring && !atHome) void navigate(paths.dashboard);
  }, [touring, atHome, navigate]);

  const end = () => {
    completeTour(localStorage);
    setTourRequested(false);
    onTourEnd();
  };
  return (
    <DemoProvider>
      <DemoBar onTour={() => setTourRequested(true)} />
      <DemoOutlet />
      {touring && atHome && <Tour onEnd={end} />}
    </DemoProvider>
  );
}
