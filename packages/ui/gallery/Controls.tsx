import { useState } from 'react';
import {
  Badge,
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  IconButton,
  Kbd,
  Logo,
  Menu,
  MenuGroup,
  MenuItem,
  MenuSeparator,
  Mono,
  MoreIcon,
  Notice,
  Panel,
  PanelGrid,
  RefreshIcon,
  Select,
  SeverityBadge,
  Skeleton,
  StatusPill,
  Switch,
  Tabs,
  TextInput,
  Tooltip,
} from '../src/index.ts';

const sizes = ['1-10', '11-50', '51-200', '201-500', '501-1,000'].map((value) => ({ value, label: value }));

/** Every control in every state. */
export function Controls() {
  const [size, setSize] = useState<string | null>(null);
  const [alerts, setAlerts] = useState(true);
  const [open, setOpen] = useState(false);
  const [tab, setTab] = useState<'profile' | 'organization' | 'billing' | 'reports'>('profile');
  return (
    <PanelGrid>
      <Panel title="Buttons" span={6}>
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary">Sign in</Button>
          <Button variant="primary" busy>
            Signing in...
          </Button>
          <Button>Apply Filter</Button>
          <Button disabled>Show All</Button>
          <Button variant="quiet" onClick={() => setOpen(true)}>
            Log Out
          </Button>
          <Button variant="danger">Delete account</Button>
          <Button size="small">Small</Button>
          <Button size="large" variant="primary">
            Request Early Access
          </Button>
          <IconButton label="Refresh" icon={<RefreshIcon />} />
          <Menu trigger={<IconButton label="More" icon={<MoreIcon />} plain />}>
            <MenuGroup label="ana@northwind.example">
              <MenuItem>Settings</MenuItem>
              <MenuItem disabled>Reports</MenuItem>
            </MenuGroup>
            <MenuSeparator />
            <MenuItem>Log Out</MenuItem>
          </Menu>
        </div>
      </Panel>
      <Panel title="States" span={6}>
        <div className="flex flex-wrap items-center gap-4">
          <StatusPill status="live" />
          <StatusPill status="offline" />
          <Badge tone="strong">DEMO MODE</Badge>
          <Badge>Pending</Badge>
          <SeverityBadge level="high" />
          <SeverityBadge level="medium" />
          <SeverityBadge level="low" />
          <Kbd>Esc</Kbd>
          <Kbd>↓</Kbd>
          <Tooltip content="Since Oct 22, 09:41">
            <button type="button" className="underline decoration-dotted underline-offset-4">
              720 hours
            </button>
          </Tooltip>
          <span className="w-44">
            <Mono value="svc.ledger-reconciliation-nightly" />
          </span>
          <Logo />
          <Logo size={32} mark />
        </div>
      </Panel>
      <Panel title="Sign in to your account" span={4}>
        <form className="flex flex-col gap-4">
          <Notice tone="success" title="Sign up successful">
            Please check your email to confirm your account.
          </Notice>
          <Field label="Email" required>
            <TextInput type="email" placeholder="you@company.example" />
          </Field>
          <Field label="Password" required error="Password must be at least 8 characters long">
            <TextInput type="password" defaultValue="1234567" />
          </Field>
          <Field label="Organization Size" hint="How many people work there">
            <Select options={sizes} value={size} onValueChange={setSize} placeholder="Choose a size" />
          </Field>
          <Field label="Organization Name" hint="You will join this organization">
            <TextInput value="Northwind Bank" readOnly />
          </Field>
          <Button variant="primary" block>
            Sign in
          </Button>
        </form>
      </Panel>
      <Panel title="Settings" span={8}>
        <Tabs
          label="Settings"
          value={tab}
          onValueChange={setTab}
          tabs={[
            {
              value: 'profile',
              label: 'Profile',
              content: (
                <div className="flex flex-col gap-4">
                  <Switch
                    label="Email alerts"
                    description="One message per incident, at most one every ten minutes"
                    checked={alerts}
                    onCheckedChange={setAlerts}
                  />
                  <Switch
                    label="Monthly reports"
                    checked={!alerts}
                    onCheckedChange={() => setAlerts(!alerts)}
                  />
                  <Switch label="Cannot be changed" checked disabled onCheckedChange={() => {}} />
                  <Notice tone="warning" title="Sample data">
                    What you see is made up; no agent has reported yet.
                  </Notice>
                  <Notice tone="error" title="Update failed" onDismiss={() => {}}>
                    Nothing was changed. Try again.
                  </Notice>
                  <Notice>Times are shown in your own time zone.</Notice>
                </div>
              ),
            },
            { value: 'organization', label: 'Organization', content: 'Northwind Bank' },
            { value: 'billing', label: 'Billing', content: 'Scout Enterprise' },
            { value: 'reports', label: 'Reports', content: '', disabled: true },
          ]}
        />
      </Panel>
      <Panel title="Nothing has arrived" span={4} flush>
        <EmptyState
          reason="waiting"
          title="No agent has reported yet"
          action={<Button variant="primary">Install an agent</Button>}
        >
          Incidents appear here within 20 seconds of an event on a machine that Scout watches.
        </EmptyState>
      </Panel>
      <Panel title="Nothing matched" span={4} flush>
        <EmptyState reason="quiet" title="No interactive logons in the last 30 days">
          3 agents are reporting. A service account that signs in at a workstation will be listed here.
        </EmptyState>
      </Panel>
      <Panel title="Filtered out" span={4} flush>
        <EmptyState reason="filtered" title="No server matches “PRD-X”" action={<Button>Show All</Button>} />
      </Panel>
      <Panel title="Failed" span={6} flush>
        <ErrorState
          title="Incidents could not be loaded"
          safe="Nothing is lost: agents keep their events until the server has stored them."
          nextStep="Check that the server is running, then try again."
          detail="HTTP 503"
          onRetry={() => {}}
        />
      </Panel>
      <Panel
        title="Out of date"
        span={6}
        stale="Last updated 09:31:02, ten minutes ago. Retrying every 10 s."
      >
        <p className="text-lead">184 incidents at 22 workstations</p>
      </Panel>
      <Panel title="Loading a table" span={6} flush>
        <Skeleton shape="table" lines={4} />
      </Panel>
      <Panel title="Loading bars" span={3}>
        <Skeleton shape="bars" lines={5} />
      </Panel>
      <Panel title="Loading a trend" span={3}>
        <Skeleton shape="trend" />
      </Panel>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Are you sure you want to log out?"
        description="You will be redirected to the landing page."
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary" onClick={() => setOpen(false)}>
              Log Out
            </Button>
          </>
        }
      />
    </PanelGrid>
  );
}
