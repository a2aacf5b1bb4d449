import { Island } from '../../../../site/Island.tsx';
import { Section } from '../Section.tsx';
import IndustryCarousel from './IndustryCarousel.tsx';

/** Six industries, each with its own incident. */
export function Industries() {
  return (
    <Section
      id="industries"
      title="The line that should not be there"
      lead="Every industry runs on accounts without a person behind them. This is what it looks like when one turns up."
    >
      <Island name="industries" component={IndustryCarousel} />
    </Section>
  );
}
