export { Button, type ButtonLook, type ButtonProps, buttonClass } from './base/Button.tsx';
export { Chip, type ChipProps } from './base/Chip.tsx';
export { cx } from './base/cx.ts';
export * from './base/icons.tsx';
export { Spinner } from './base/icons.tsx';
export { Logo, type LogoProps } from './base/Logo.tsx';
export {
  Badge,
  type BadgeProps,
  Kbd,
  type KbdProps,
  VisuallyHidden,
  type VisuallyHiddenProps,
} from './base/labels.tsx';
export { PlainIconButton, type PlainIconButtonProps } from './base/PlainIconButton.tsx';
export { prefersReducedMotion, useReducedMotion } from './base/reducedMotion.ts';
export { afterPaint, inNewTask, rowsInWindow, useAfterPaint, useRowsInFrames } from './base/rendering.ts';
export { BarChart, type BarChartProps, type BarDatum } from './chart/BarChart.tsx';
export { TrendChart, type TrendChartProps, type TrendPoint } from './chart/TrendChart.tsx';
export { Choices, type ChoicesProps } from './form/Choices.tsx';
export { CodeInput, type CodeInputProps } from './form/CodeInput.tsx';
export { Field, type FieldProps } from './form/Field.tsx';
export { FindBox, type FindBoxProps } from './form/FindBox.tsx';
export { NativeSelect, type NativeSelectProps } from './form/NativeSelect.tsx';
export { SearchInput, type SearchInputProps } from './form/SearchInput.tsx';
export { type Segment, SegmentedControl, type SegmentedControlProps } from './form/SegmentedControl.tsx';
export { Select, type SelectOption, type SelectProps } from './form/Select.tsx';
export { Switch, type SwitchProps } from './form/Switch.tsx';
export { TextArea, type TextAreaProps, TextInput, type TextInputProps } from './form/TextInput.tsx';
export { applyTheme, type ThemeChoice, ThemeSwitch, type ThemeSwitchProps } from './form/ThemeSwitch.tsx';
export { type EmptyReason, EmptyState, type EmptyStateProps } from './layout/EmptyState.tsx';
export { ErrorState, type ErrorStateProps } from './layout/ErrorState.tsx';
export { Notice, type NoticeProps } from './layout/Notice.tsx';
export { Panel, PanelGrid, type PanelGridProps, type PanelProps, type PanelSpan } from './layout/Panel.tsx';
export { Skeleton, type SkeletonProps } from './layout/Skeleton.tsx';
export { Stat, StatGrid, type StatGridProps, type StatProps } from './layout/Stat.tsx';
export { type Tab, Tabs, type TabsProps } from './layout/Tabs.tsx';
export {
  type Command,
  type CommandGroup,
  CommandPalette,
  type CommandPaletteProps,
} from './overlay/CommandPalette.tsx';
export { Dialog, type DialogProps } from './overlay/Dialog.tsx';
export { Drawer, type DrawerProps } from './overlay/Drawer.tsx';
export { Guide, type GuideProps } from './overlay/Guide.tsx';
export { IconButton, type IconButtonProps } from './overlay/IconButton.tsx';
export {
  Menu,
  MenuGroup,
  type MenuGroupProps,
  MenuItem,
  type MenuItemProps,
  type MenuProps,
  MenuSeparator,
} from './overlay/Menu.tsx';
export { Tooltip, type TooltipProps, TooltipProvider } from './overlay/Tooltip.tsx';
export {
  createToastQueue,
  showToast,
  type ToastMessage,
  type ToastQueue,
  ToastRegion,
  type ToastRegionProps,
  type ToastTone,
} from './overlay/toast.tsx';
export type { Column, ColumnKind, NumberColumn, SortState, TextColumn, TimeColumn } from './table/columns.ts';
export { actionColumn } from './table/columns.ts';
export { DataTable, type DataTableProps } from './table/DataTable.tsx';
export { type Density, DensityContext } from './table/density.ts';
export type { TableContent, TableValue } from './table/tableContent.ts';
export {
  type TableActions,
  type TableFormat,
  type TableHost,
  TableHostContext,
  type TableView,
} from './table/tableHost.ts';
export {
  formatAgo,
  formatCompact,
  formatCount,
  formatCounted,
  formatTime,
  type Moment,
  NO_VALUE,
  type TimeOptions,
  type TimeParts,
} from './value/format.ts';
export { Mono, type MonoProps, type NameKind, NameOpener } from './value/Mono.tsx';
export { RollingNumber, type RollingNumberProps } from './value/RollingNumber.tsx';
export { Sentence } from './value/Sentence.tsx';
export { SeverityBadge, type SeverityBadgeProps, type SeverityLevel } from './value/SeverityBadge.tsx';
export { StatusPill, type StatusPillProps } from './value/StatusPill.tsx';
export { Time, type TimeProps } from './value/Time.tsx';
export { truncateMiddle } from './value/truncate.ts';
export { ValueList, type ValueListProps } from './value/ValueList.tsx';
