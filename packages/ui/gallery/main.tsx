import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  applyTheme,
  Logo,
  StatusPill,
  type ThemeChoice,
  ThemeSwitch,
  TooltipProvider,
} from '../src/index.ts';
import { Activity } from './Activity.tsx';
import { Controls } from './Controls.tsx';
import { FailedLogons } from './FailedLogons.tsx';
import './gallery.css';

const query = new URLSearchParams(location.search);
const pages = {
  activity: {
    title: 'Service Account Activity',
    subtitle: 'Real-time monitoring of database access and security incidents',
  },
  failed: {
    title: 'Failed Logons',
    subtitle: 'Real-time monitoring of failed service account logons to production servers',
  },
  controls: { title: 'Controls', subtitle: 'Every control in every state' },
};
type PageName = keyof typeof pages;

function Gallery() {
  const [theme, setTheme] = useState<ThemeChoice>((query.get('theme') as ThemeChoice | null) ?? 'system');
  const name = (query.get('page') ?? 'activity') as PageName;
  const moving = query.get('moving') !== 'no';
  return (
    <TooltipProvider>
      <header className="flex h-12 items-center justify-between gap-4 border-b border-stroke-subtle px-4 lg:px-6">
        <Logo />
        <nav className="flex gap-3 max-sm:text-label">
          {Object.keys(pages).map((page) => (
            <a key={page} href={`?page=${page}`} className="text-content-muted hover:text-content">
              {page}
            </a>
          ))}
        </nav>
        <ThemeSwitch
          value={theme}
          onValueChange={(next) => {
            setTheme(next);
            applyTheme(next);
          }}
        />
      </header>
      <main className="mx-auto flex max-w-[1440px] flex-col gap-6 px-4 py-6 lg:px-6">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <div>
            <h1 className="text-title font-medium">{pages[name].title}</h1>
            <p className="text-content-muted">{pages[name].subtitle}</p>
          </div>
          <div className="flex items-center gap-3 text-label text-content-muted">
            <span>
              Last Updated <span className="font-mono text-content">09:41:12</span>
            </span>
            <StatusPill status="live" />
          </div>
        </div>
        {name === 'activity' && <Activity moving={moving} />}
        {name === 'failed' && <FailedLogons />}
        {name === 'controls' && <Controls />}
      </main>
    </TooltipProvider>
  );
}

applyTheme((query.get('theme') as ThemeChoice | null) ?? 'system');
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
