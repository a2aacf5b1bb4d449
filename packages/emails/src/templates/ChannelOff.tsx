import { Text } from '@react-email/components';
import { type Fact, Facts } from '../Facts.tsx';
import { look } from '../look.ts';
import { plainName, plainSentence, utcTime } from '../plain.ts';
import type { EmailProps } from '../props.ts';
import { Action, Sheet } from '../Sheet.tsx';

export const channelOffSubject = ({ channel }: EmailProps['channel-off']) =>
  `Channel turned off: ${plainName(channel)}`;

export function ChannelOff({ channel, host, problem, since, link }: EmailProps['channel-off']) {
  const facts: Fact[] = [
    ['Channel', plainName(channel)],
    ['Host', plainName(host)],
    ['Failing since', utcTime(since)],
    ['Last problem', plainSentence(problem)],
  ];
  return (
    <Sheet
      preview={`No message has reached ${plainName(channel)} for days.`}
      title="A channel was turned off"
      reason="You are receiving this email because you are an admin of your organization."
    >
      <Text style={look.text}>
        No case message has reached this channel for days, so Scout turned it off. It receives nothing while
        it is off. All cases are still in Scout.
      </Text>
      <Facts facts={facts} />
      <Text style={look.text}>After the receiver works again, turn the channel on and send a test.</Text>
      <Action link={link}>Open notifications</Action>
    </Sheet>
  );
}
